import { operatorCasino } from '@nare/contract/operator-casino'
import { operatorLobby } from '@nare/contract/operator-lobby'
import type { Answer } from '@nare/contract/route'
import { Button } from '@nare/ui/button'
import { Field } from '@nare/ui/field'
import { useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { Facts } from '../../parts/controls.tsx'
import { labelOf, whenText } from '../../parts/format.ts'
import { ProductPanel } from '../../parts/product-room.tsx'
import { serverNow } from '../../wire/browser.ts'
import { useMay } from '../../wire/me.ts'
import { ReturnFacts } from './return-facts.tsx'
import { StopButton } from './stop-button.tsx'
import { StopForm } from './stop-form.tsx'
import type { Returns } from './use-returns.ts'
import style from './returns.module.css'

export type CasinoGame = Answer<typeof operatorLobby.casinoGames>['data'][number]
type Provider = Answer<typeof operatorCasino.casinoProviders>['data'][number]

const changedText = (at: string | null, by: string | null): string =>
  at === null ? 'never' : `${whenText(at, serverNow())}, ${by ?? 'nobody'}`

/** A provider: whether its wallet is set up, and its switch. */
export function ProviderPanel({ of, name }: { of: Provider; name: string }) {
  const [isAsked, setAsked] = useState(false)
  const { provider, configured, on, operator, changed_at: at } = of
  return (
    <>
      <ProductPanel title={name}>
        <Facts
          rows={[
            ['Takes stakes', on ? 'yes' : 'no, it is off'],
            ['Wallet', configured ? 'set up' : 'not set up here'],
            ['Changed', changedText(at, operator)],
          ]}
        />
        <div className={style.buttons}>{!isAsked && <StopButton isStopped={!on} onAsk={() => setAsked(true)} />}</div>
      </ProductPanel>
      {isAsked && (
        <StopForm
          route={operatorCasino.switchCasinoProvider}
          name={name}
          isStopped={!on}
          effect="It takes no stakes and its games leave the lobby until it is resumed; wins are still paid."
          input={({ reason, stopped }) => ({ provider, on: !stopped, reason })}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

/** A game of the lobby: what it has returned, its switch and its place. */
export function CasinoGamePanel({ of, by, returns }: { of: CasinoGame; by: string; returns: Returns }) {
  const mayManage = useMay()('products.manage')
  const [asked, setAsked] = useState<'switch' | 'place'>()
  const { game_id, name, category, on, shown, place, operator, changed_at: at } = of
  const close = (): void => setAsked(undefined)
  return (
    <>
      <ProductPanel title={name}>
        {mayManage && asked === undefined && (
          <div className={style.buttons}>
            <Button small look={on ? 'soft' : 'primary'} onClick={() => setAsked('switch')}>
              {on ? 'Switch off' : 'Switch on'}
            </Button>
            <Button small look="soft" onClick={() => setAsked('place')}>
              Place
            </Button>
          </div>
        )}
        {asked === undefined && <ReturnFacts of={returns.byGame.get(game_id)} />}
        <Facts
          rows={[
            ['Provider', by],
            ['Category', labelOf(category)],
            ['In the lobby', on ? (shown ? 'shown' : 'hidden: its provider is off or not set up') : 'switched off'],
            ['Place', place ?? 'that of the content file'],
            ['Changed', changedText(at, operator)],
          ]}
        />
      </ProductPanel>
      {asked === 'switch' && <SwitchForm of={of} onClose={close} />}
      {asked === 'place' && <PlaceForm of={of} onClose={close} />}
    </>
  )
}

function SwitchForm({ of: { game_id, name, on: isOn }, onClose }: { of: CasinoGame; onClose: () => void }) {
  const [on] = useState(!isOn)
  return (
    <ActionForm
      route={operatorLobby.changeCasinoGame}
      title={`Switch ${name} ${on ? 'on' : 'off'}`}
      sentence={
        on ? 'Bettors find it in the lobby again.' : 'It leaves the lobby and takes no stakes; wins are still paid.'
      }
      action={on ? 'Switch on' : 'Switch off'}
      danger={!on}
      input={({ reason }) => ({ game_id, on, reason })}
      onClose={onClose}
    />
  )
}

function PlaceForm({ of: { game_id, name, place }, onClose }: { of: CasinoGame; onClose: () => void }) {
  const [text, setText] = useState(place === null ? '' : String(place))
  const isPlace = text === '' || /^[1-9]\d{0,3}$/.test(text)
  return (
    <ActionForm
      route={operatorLobby.changeCasinoGame}
      title={`Place of ${name}`}
      sentence="Games with a place come first in the lobby, 1 before 2. Without one it stands where the content file has it."
      action="Set the place"
      missing={isPlace ? undefined : 'Write 1 to 9999'}
      input={({ reason }) => ({ game_id, place: text === '' ? null : Number(text), reason })}
      onClose={onClose}
    >
      <Field
        label="Place"
        inputMode="numeric"
        value={text}
        data-first
        onChange={({ target }) => setText(target.value.slice(0, 4))}
      />
    </ActionForm>
  )
}
