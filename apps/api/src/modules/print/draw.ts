import { setImmediate } from 'node:timers/promises'
import { generate } from 'lean-qr'
import type PDFDocument from 'pdfkit'
import { plainLetters } from './plain-letters.ts'
import { columnOf, footHeight, introLines, pagesOf, papers, sizes, type Block, type Page, type Sheet } from './sheet.ts'

type Doc = InstanceType<typeof PDFDocument>
type Pen = {
  /** Draws a line of text that is at most `width` wide. A longer text is cut and ends in "...". */
  readonly write: (
    text: string,
    at: { x: number; y: number; width: number; size: number; bold?: boolean; right?: boolean },
  ) => void
  readonly doc: Doc
}

const rowsBeforeOthers = 20
const box = 6
/** The width of an outcome of a pool. */
const boxedOutcome = 26

/** Draws a sheet as a PDF, in a separate thread. Other work of the thread runs between the pages. */
export async function drawSheet(sheet: Sheet, printedAt: Date): Promise<Buffer> {
  // Loaded with the first list, because the library is a sixth of everything that a process would load at its start.
  const { default: Pdf } = await import('pdfkit')
  const doc = new Pdf({
    ...{ autoFirstPage: false, compress: true, pdfVersion: '1.4', lang: sheet.lang },
    info: { Title: plainLetters(sheet.title), CreationDate: printedAt },
  })
  const ended = collected(doc)
  const pen = penOf(doc)
  const pages = pagesOf(sheet)
  for (const [at, page] of pages.entries()) {
    doc.addPage({ size: [papers[sheet.width].width, page.height], margin: 0 })
    if (at === 0) drawHead(pen, sheet)
    await drawPage(pen, sheet, page)
    drawFoot(pen, sheet, { page: at + 1, pages: pages.length, height: page.height })
    await setImmediate()
  }
  doc.end()
  return ended
}

function collected(doc: Doc): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Uint8Array[] = []
    doc.on('data', (chunk: Uint8Array) => void chunks.push(chunk))
    doc.on('error', reject)
    doc.on('end', () => resolve(Buffer.concat(chunks)))
  })
}

function penOf(doc: Doc): Pen {
  const widths = new Map<string, number>()
  let font = ''
  const choose = (bold: boolean | undefined, size: number): void => {
    const wanted = `${bold ? 'Helvetica-Bold' : 'Helvetica'} ${size}`
    if (font === wanted) return
    font = wanted
    doc.font(bold ? 'Helvetica-Bold' : 'Helvetica', size)
  }
  const widthOf = (text: string): number => {
    const key = `${font} ${text}`
    const width = widths.get(key) ?? doc.widthOfString(text)
    widths.set(key, width)
    return width
  }
  const fitting = (text: string, width: number): string => {
    if (widthOf(text) <= width) return text
    const shortened = (end: number): string => `${text.slice(0, end).trimEnd()}...`
    let [fits, tooLong] = [0, text.length]
    while (tooLong - fits > 1) {
      const end = Math.floor((fits + tooLong) / 2)
      if (widthOf(shortened(end)) <= width) fits = end
      else tooLong = end
    }
    return shortened(fits)
  }
  doc.on('pageAdded', () => void (font = ''))
  return {
    doc,
    write(text, { x, y, width, size, bold, right }) {
      choose(bold, size)
      const shown = fitting(plainLetters(text), width)
      doc.text(shown, right ? x + width - widthOf(shown) : x, y, { lineBreak: false })
    },
  }
}

function drawHead(pen: Pen, sheet: Sheet): void {
  const { width, margin, qr, isRoll } = papers[sheet.width]
  const textWidth = width - 2 * margin - (isRoll ? 0 : qr + 8)
  pen.write(sheet.title, { x: margin, y: margin, width: textWidth, size: 14, bold: true })
  let y = margin + sizes.title + 4
  for (const { text, bold } of introLines(sheet)) {
    pen.write(text, { x: margin, y, width: textWidth, size: isRoll ? 7.2 : 8, ...(bold && { bold }) })
    y += sizes.intro
  }
  drawCode(
    pen.doc,
    sheet.address,
    isRoll ? { x: (width - qr) / 2, y: y + 2, size: qr } : { x: width - margin - qr, y: margin - 4, size: qr },
  )
}

/** The QR code of a URL, as one path. */
function drawCode(doc: Doc, address: string, { x, y, size }: { x: number; y: number; size: number }): void {
  const code = generate(address)
  const dot = size / code.size
  for (let row = 0; row < code.size; row++)
    for (let column = 0; column < code.size; column++)
      if (code.get(column, row)) doc.rect(x + column * dot, y + row * dot, dot + 0.05, dot + 0.05)
  doc.fill('#000')
}

async function drawPage(pen: Pen, { width }: Sheet, { placed }: Page): Promise<void> {
  const column = columnOf(width)
  for (const [at, { block, x, y }] of placed.entries()) {
    if (at > 0 && at % rowsBeforeOthers === 0) await setImmediate()
    if (block.kind === 'heading') drawHeading(pen, block, { x, y, width: column })
    else drawRow(pen, block, { x, y, width: column, paper: papers[width] })
  }
}

type Row = Extract<Block, { kind: 'row' }>
type RowPlace = Place & { readonly paper: (typeof papers)['a4'] }
type Place = { readonly x: number; readonly y: number; readonly width: number }

function drawHeading(pen: Pen, { text }: Extract<Block, { kind: 'heading' }>, { x, y, width }: Place): void {
  pen.doc.rect(x, y + 2, width, sizes.heading - 4).fill('#ddd')
  pen.doc.fillColor('#000')
  pen.write(text, { x: x + 3, y: y + 5, width: width - 6, size: 8, bold: true })
}

function drawRow(pen: Pen, { id, time, title, note, cells }: Row, { x, y, width, paper }: RowPlace): void {
  const cellWidth = cells.length > 3 ? width / Math.min(cells.length, paper.cells) : boxedOutcome
  const shown = cells.flatMap(({ label, text }, at) => {
    if (text === null) return []
    const line = Math.floor(at / paper.cells)
    return [
      {
        text: label === undefined ? text : `${label} ${text}`,
        left: x + (at % paper.cells) * cellWidth,
        top: y + 13.4 + line * 10,
      },
    ]
  })
  // A path must be closed before any text is drawn.
  for (const { left, top } of shown) pen.doc.rect(left + 0.4, top, box - 0.8, box - 0.8)
  if (shown.length > 0) pen.doc.lineWidth(0.5).stroke('#000')
  pen.doc
    .moveTo(x, y + paper.row - 1.5)
    .lineTo(x + width, y + paper.row - 1.5)
    .lineWidth(0.3)
    .stroke('#999')
  pen.write(id, { x, y: y + 2, width: 26, size: 8, bold: true })
  pen.write(time, { x: x + 27, y: y + 2, width: 24, size: 8 })
  pen.write(title, { x: x + 52, y: y + 2, width: width - 52, size: 8 })
  for (const { text, left, top } of shown)
    pen.write(text, { x: left + box + 1.5, y: top - 0.4, width: cellWidth - box - 2, size: paper.isRoll ? 7 : 6.2 })
  if (note !== undefined) {
    const left = paper.isRoll ? x : x + cells.length * cellWidth
    const top = y + 13.2 + (paper.isRoll ? 10 : 0)
    pen.write(note, { x: left, y: top, width: x + width - left, size: 6.6, right: !paper.isRoll })
  }
}

function drawFoot(
  pen: Pen,
  sheet: Sheet,
  { page, pages, height }: { page: number; pages: number; height: number },
): void {
  const { width, margin, isRoll } = papers[sheet.width]
  const space = width - 2 * margin
  let y = height - margin - footHeight(sheet) + 6
  for (const text of sheet.foot) {
    pen.write(text, { x: margin, y, width: space, size: isRoll ? 6.6 : 7.5 })
    y += sizes.foot
  }
  pen.write(sheet.address, { x: margin, y, width: space - 60, size: 6.6 })
  pen.write(sheet.pageText(page, pages), {
    x: width - margin - 90,
    y,
    width: 90,
    size: isRoll ? 6.6 : 7.5,
    right: true,
  })
}
