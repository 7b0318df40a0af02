import type { MessageEffect } from '@nare/contract/messages'
import { Facts } from '../../parts/controls.tsx'
import { amountText, countText } from '../../parts/format.ts'

/** What sending a message would do now: who gets nothing and why, what it costs, and the texts as they go out. */
export function EffectFacts({ effect: { people, refused, sms, parts, cost, texts } }: { effect: MessageEffect }) {
  const not = refused.not_found + refused.opted_out + refused.protected + refused.no_consent
  return (
    <>
      <Facts
        rows={[
          ['People', countText(people)],
          ['Get it', countText(people - not)],
          ['Nothing may be promoted to', countText(refused.protected)],
          ['Have not agreed to promotions', countText(refused.no_consent)],
          ['Want no messages', countText(refused.opted_out)],
          ['No such account', countText(refused.not_found)],
          ['SMS', `${countText(sms)} in ${countText(parts)} parts`],
          ['Cost', <b key="cost">{amountText(cost)}</b>],
        ]}
      />
      {(['en', 'sw'] as const).map((lang) => (
        <p key={lang} lang={lang}>
          {texts[lang]}
        </p>
      ))}
    </>
  )
}
