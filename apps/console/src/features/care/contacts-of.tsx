import { operatorCare as care, type CareContact } from '@nare/contract/care'
import { dayText, labelOf, whenText } from '../../parts/format.ts'
import { Words } from '../../parts/panel.tsx'
import { serverNow } from '../../wire/browser.ts'
import { useRead } from '../../wire/use-read.ts'
import style from './care.module.css'
import { measureTexts } from './contact-form.tsx'

/** The last conversations with a bettor. */
export function ContactsOf({ bettorId }: { bettorId: string }) {
  const { data } = useRead(care.contacts, { bettor_id: bettorId, limit: 10 })
  if (!data) return null
  return (
    <section aria-label="Contacts">
      <h3>Contacts</h3>
      {data.data.length === 0 && <p className="t3">Nobody has written any down.</p>}
      {data.data.map((contact) => (
        <ContactText key={contact.contact_id} of={contact} />
      ))}
    </section>
  )
}

/** A conversation: by whom, how, what was said and done, and when it comes back. */
export function ContactText({ of }: { of: CareContact }) {
  const { at, by, channel, measure, said, follow_up_on, followed_up_at } = of
  const again =
    follow_up_on === null || followed_up_at !== null ? '' : `, again on ${dayText(`${follow_up_on}T12:00:00Z`)}`
  return (
    <article className={style.contact}>
      <p className="t3">
        {whenText(at, serverNow())}, {by}, {labelOf(channel)}. {measureTexts[measure]}
        {again}
      </p>
      <Words>{said}</Words>
    </article>
  )
}
