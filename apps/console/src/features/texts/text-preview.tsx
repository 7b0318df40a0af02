import type { operatorTexts } from '@nare/contract/operator-texts'
import type { Block, Span } from '@nare/contract/pages'
import type { Answer } from '@nare/contract/route'
import { useState } from 'react'
import { ChoiceField } from '../../parts/choice-field.tsx'
import { FieldLine } from '../../parts/form-page.tsx'
import style from './texts.module.css'

type Shown = Answer<typeof operatorTexts.textVersion>
const screens = ['phone', 'desktop'] as const
const languages = ['en', 'sw'] as const

/** A version as bettors read it, in one language and as wide as one screen. */
export function TextPreview({ of }: { of: Shown }) {
  const [screen, setScreen] = useState<(typeof screens)[number]>('phone')
  const [lang, setLang] = useState<(typeof languages)[number]>('en')
  const { shown, fault } = of[lang]
  return (
    <>
      <FieldLine>
        <ChoiceField label="Screen" value={screen} options={screens} onChange={setScreen} />
        <ChoiceField
          label="Language"
          value={lang}
          options={languages}
          textOf={(one) => (one === 'en' ? 'English' : 'Swahili')}
          onChange={setLang}
        />
      </FieldLine>
      <div className={style.frame} tabIndex={0} role="group" aria-label="Preview" lang={lang} data-screen={screen}>
        <article className={style.page}>
          {shown ? (
            <>
              <h2>{shown.title}</h2>
              <p>{shown.summary}</p>
              {shown.blocks.map((block, at) => (
                <Part key={at} block={block} />
              ))}
            </>
          ) : (
            <p>{fault}</p>
          )}
        </article>
      </div>
    </>
  )
}

function Part({ block }: { block: Block }) {
  if (block.kind === 'heading')
    return (
      <h3>
        <Spans text={block.text} />
      </h3>
    )
  if (block.kind === 'list') {
    const List = block.ordered ? 'ol' : 'ul'
    return (
      <List>
        {block.items.map((item, at) => (
          <li key={at}>
            <Spans text={item} />
          </li>
        ))}
      </List>
    )
  }
  if (block.kind === 'table')
    return (
      <table>
        <tbody>
          {[block.head, ...block.rows].map((row, at) => (
            <tr key={at}>
              {row.map((cell, place) => (
                <td key={place}>
                  <Spans text={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    )
  if (block.kind === 'live') return <p className="t2">Here stands the part “{block.name}” of the app.</p>
  return (
    <p className={block.kind === 'note' ? style.note : undefined}>
      <Spans text={block.text} />
    </p>
  )
}

/** Text with its looks; links are shown and lead nowhere. */
function Spans({ text }: { text: readonly Span[] }) {
  return text.map(({ text: run, look, href }, at) => {
    const Look = look ?? 'span'
    return (
      <Look key={at} className={href === undefined ? undefined : style.link}>
        {run}
      </Look>
    )
  })
}
