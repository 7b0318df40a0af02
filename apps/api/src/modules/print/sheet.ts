import type { PrintWidth } from '@nare/contract/print'

/** A tick box with the text next to it. Without `text` the cell is empty. */
export type Cell = { readonly label?: string; readonly text: string | null }

/** A list to print on any paper: headings of days and leagues, and rows with an id, a title and tick boxes. */
export type Block =
  | { readonly kind: 'heading'; readonly text: string }
  | {
      readonly kind: 'row'
      readonly id: string
      readonly time: string
      readonly title: string
      readonly cells: readonly Cell[]
      /** The text to the right of the tick boxes. */
      readonly note?: string
    }

export type Sheet = {
  readonly width: PrintWidth
  readonly lang: 'en' | 'sw'
  readonly title: string
  /** Lines below the title. The bold lines are codes to type. */
  readonly intro: readonly { readonly text: string; readonly bold?: boolean }[]
  readonly address: string
  readonly blocks: readonly Block[]
  readonly foot: readonly string[]
  readonly pageText: (page: number, pages: number) => string
}

type Paper = {
  readonly width: number
  /** The maximum height of a page. A roll is cut at the end of its content. */
  readonly height: number
  readonly isRoll: boolean
  readonly margin: number
  readonly columns: number
  readonly gap: number
  readonly qr: number
  /** The maximum number of tick boxes in a line. */
  readonly cells: number
  readonly row: number
  /** The maximum number of characters in a line of the page head. */
  readonly letters: number
}

const mm = 72 / 25.4
/** Paper sizes in PDF points. A page of a roll is at most two metres long, the maximum that every printer accepts. */
export const papers: Readonly<Record<PrintWidth, Paper>> = {
  a4: {
    width: 210 * mm,
    height: 297 * mm,
    isRoll: false,
    margin: 26,
    columns: 2,
    gap: 14,
    qr: 58,
    cells: 8,
    row: 24,
    letters: 105,
  },
  '80mm': {
    width: 80 * mm,
    height: 2000 * mm,
    isRoll: true,
    margin: 10,
    columns: 1,
    gap: 0,
    qr: 64,
    cells: 4,
    row: 34,
    letters: 54,
  },
}

export const sizes = { heading: 17, title: 16, intro: 10.5, foot: 9 } as const

export type Placed = { readonly block: Block; readonly x: number; readonly y: number }
export type Page = { readonly height: number; readonly placed: readonly Placed[] }

/** The heights of the head and the foot of the first page. */
export function headHeight({ width, intro }: Pick<Sheet, 'width' | 'intro'>): number {
  const lines = sizes.title + 4 + introLines({ width, intro }).length * sizes.intro
  return papers[width].isRoll ? lines + papers[width].qr + 10 : Math.max(lines, papers[width].qr) + 8
}
export const footHeight = ({ foot }: Pick<Sheet, 'foot'>): number => (foot.length + 1) * sizes.foot + 6

/** The lines of the head, broken between words. */
export function introLines({ width, intro }: Pick<Sheet, 'width' | 'intro'>): Sheet['intro'] {
  return intro.flatMap((line) => {
    const lines = ['']
    for (const word of line.text.split(' ')) {
      const longer = `${lines.at(-1)} ${word}`.trim()
      if (longer.length > papers[width].letters) lines.push(word)
      else lines[lines.length - 1] = longer
    }
    return lines.map((text) => ({ ...line, text }))
  })
}

/** A league that would be split starts a new column if less than this fraction of the column stays empty. */
const wasteMax = 0.15

/** Lays out the blocks of a sheet on pages, column by column. A heading is never the last block of a column. */
export function pagesOf(sheet: Sheet): Page[] {
  const paper = papers[sheet.width]
  const columnWidth = columnOf(sheet.width)
  const pages: { height: number; placed: Placed[] }[] = []
  const bottom = paper.height - paper.margin - footHeight(sheet)
  let top = 0
  let column = paper.columns
  let y = Infinity
  const nextColumn = (): void => {
    column++
    if (column >= paper.columns) {
      top = paper.margin + (pages.length === 0 ? headHeight(sheet) : 0)
      pages.push({ height: paper.height, placed: [] })
      column = 0
    }
    y = top
  }
  nextColumn()
  sheet.blocks.forEach((block, at) => {
    const needs =
      block.kind === 'heading' ? groupHeight(sheet.blocks, at, paper.row) : { first: paper.row, all: paper.row }
    const splits = y + needs.all > bottom && bottom - y < (bottom - top) * wasteMax && needs.all <= bottom - top
    if (y + needs.first > bottom || splits) nextColumn()
    const x = paper.margin + column * (columnWidth + paper.gap)
    pages.at(-1)?.placed.push({ block, x, y })
    y += block.kind === 'heading' ? sizes.heading : paper.row
  })
  const last = pages.at(-1)
  if (last && paper.isRoll) last.height = y + 4 + footHeight(sheet) + paper.margin
  return pages
}

export function columnOf(width: PrintWidth): number {
  const paper = papers[width]
  return (paper.width - 2 * paper.margin - (paper.columns - 1) * paper.gap) / paper.columns
}

/** The height of a heading with its first row, and with all its rows. */
function groupHeight(blocks: readonly Block[], at: number, row: number): { first: number; all: number } {
  const next = blocks.findIndex((block, n) => n > at && block.kind === 'heading')
  const rows = (next < 0 ? blocks.length : next) - at - 1
  return { first: sizes.heading + row, all: sizes.heading + rows * row }
}
