import type { Answer } from '@nare/contract/route'
import { operator } from '@nare/contract/operator'
import { Button } from '@nare/ui/button'
import { Notice } from '@nare/ui/notice'
import { useRef, useState } from 'react'
import { ActionForm } from '../../parts/action-form.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { labelOf } from '../../parts/format.ts'
import { useKeys } from '../../parts/keys.ts'
import { send } from '../../wire/send.ts'
import type { Check } from './rules.ts'
import style from './identity-pictures.module.css'

type Kind = Check['documents'][number]['kind']
type Picture = Exclude<Answer<typeof operator.identityPicture>, undefined>
type Shown = { readonly kind: Kind; readonly address: string }

const shownOf = (kind: Kind, { type, picture }: Picture): Shown => ({ kind, address: `data:${type};base64,${picture}` })

/** The pictures of a check. They are read only when somebody asks with a reason, which counts for all of the check. */
export function IdentityPictures({ id, kinds }: { id: string; kinds: readonly Kind[] }) {
  const [isAsked, setAsked] = useState(false)
  const [shown, setShown] = useState<readonly Shown[]>([])
  const [failed, setFailed] = useState<string>()
  const [large, setLarge] = useState<Shown>()
  const given = useRef('')
  const [first, ...others] = kinds
  const isHidden = shown.length === 0 && first !== undefined
  useKeys([{ keys: ['p'], label: 'show the pictures', press: () => setAsked(true), on: isHidden }])
  if (first === undefined) return <p className="t3">No picture was sent.</p>

  const readOthers = async (picture: Picture): Promise<void> => {
    setShown([shownOf(first, picture)])
    setAsked(false)
    for (const kind of others) {
      const outcome = await send(operator.identityPicture, { id, kind, reason: given.current })
      if (outcome.state === 'done') setShown((before) => [...before, shownOf(kind, outcome.answer)])
      else setFailed(`${labelOf(kind)} could not be read.`)
    }
  }
  return (
    <section className={style.pictures} aria-label="Pictures">
      {isHidden && !isAsked && (
        <Button small look="plain" onClick={() => setAsked(true)}>
          Show the pictures
        </Button>
      )}
      {isHidden && isAsked && (
        <ActionForm
          route={operator.identityPicture}
          title="Show the pictures"
          sentence={`${kinds.map(labelOf).join(', ')}. Your name and the reason are kept.`}
          action="Show"
          input={({ reason }) => {
            given.current = reason
            return { id, kind: first, reason }
          }}
          onDone={(outcome) => outcome.state === 'done' && void readOthers(outcome.answer)}
          onClose={() => setAsked(false)}
        />
      )}
      {shown.map((one) => (
        <figure key={one.kind}>
          <button type="button" onClick={() => setLarge(one)}>
            <img src={one.address} alt={`${labelOf(one.kind)} of the document; opens it large`} />
          </button>
          <figcaption>{labelOf(one.kind)}</figcaption>
        </figure>
      ))}
      {failed !== undefined && <Notice>{failed}</Notice>}
      <Dialog open={large !== undefined} title={large ? labelOf(large.kind) : ''} onClose={() => setLarge(undefined)}>
        {large && <img className={style.large} src={large.address} alt={labelOf(large.kind)} />}
      </Dialog>
    </section>
  )
}
