import type { Block, Span } from '@nare/contract/pages'
import { Table } from '@nare/ui/table'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import style from './content.module.css'

/** Components for the interactive parts of a page, by name. */
export type LiveParts = Readonly<Record<string, () => ReactNode>>

/** Renders the blocks of a page. Interactive parts without a component are left out. */
export function Blocks({ blocks, live = {} }: { blocks: readonly Block[]; live?: LiveParts }) {
  return blocks.map((block, index) => <Part key={index} block={block} live={live} />)
}

function Part({ block, live }: { block: Block; live: LiveParts }) {
  switch (block.kind) {
    case 'heading': {
      const Head = `h${Math.min(Math.max(block.level, 2), 4)}` as 'h2' | 'h3' | 'h4'
      return (
        <Head id={block.id}>
          <Spans text={block.text} />
        </Head>
      )
    }
    case 'paragraph':
      return (
        <p>
          <Spans text={block.text} />
        </p>
      )
    case 'note':
      return (
        <p className={style.note}>
          <Spans text={block.text} />
        </p>
      )
    case 'list': {
      const List = block.ordered ? 'ol' : 'ul'
      return (
        <List>
          {block.items.map((item, index) => (
            <li key={index}>
              <Spans text={item} />
            </li>
          ))}
        </List>
      )
    }
    case 'table':
      return <TextTable head={block.head} rows={block.rows} />
    case 'live':
      return live[block.name]?.() ?? null
  }
}

const textOf = (cell: readonly Span[] | undefined): string => cell?.map(({ text }) => text).join('') ?? ''

/**
 * A table of text in its own scroll container, reachable by keyboard. On a phone the cells of a row of more than
 * three are below each other, each after the name of its column.
 */
function TextTable({ head, rows }: { head: readonly Span[][]; rows: readonly Span[][][] }) {
  const isStacked = head.length > 3
  return (
    <Table className={isStacked ? `${style.table} ${style.stacked}` : style.table} scrollerLabel={textOf(head[0])}>
      <thead>
        <tr>
          {head.map((cell, index) => (
            <th key={index} scope="col">
              <Spans text={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, index) => (
          <tr key={index}>
            {row.map((cell, column) => (
              <td key={column} data-column={textOf(head[column])}>
                <Spans text={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

function Spans({ text }: { text: readonly Span[] }) {
  return text.map((span, index) => <SpanText key={index} span={span} />)
}

function SpanText({ span: { text, look, href } }: { span: Span }) {
  const content =
    look === 'strong' ? (
      <strong>{text}</strong>
    ) : look === 'em' ? (
      <em>{text}</em>
    ) : look === 'code' ? (
      <code>{text}</code>
    ) : (
      text
    )
  if (!href) return content
  return href.startsWith('/') ? (
    <Link href={href}>{content}</Link>
  ) : (
    <a href={href} rel="noreferrer">
      {content}
    </a>
  )
}
