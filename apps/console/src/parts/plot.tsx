import { useEffect, useRef } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useSignal } from '../wire/signal.ts'
import { theme } from '../wire/theme.ts'

type Props = {
  readonly className?: string | undefined
  /** What the picture shows, in a sentence. The table beside it says the same. */
  readonly label: string
  readonly heightPx: number
  /** The options of the picture at its place, from which colours are read; without the size. Called again when the theme changes. */
  readonly options: (at: HTMLElement) => Omit<uPlot.Options, 'width' | 'height'>
  readonly data: uPlot.AlignedData
}

/** A picture as wide as its place, in the colours of the theme. */
export function Plot({ className, label, heightPx, options, data }: Props) {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<uPlot>(null)
  const shown = useRef({ data, options })
  const look = useSignal(theme)
  useEffect(() => {
    shown.current = { data, options }
    chart.current?.setData(data)
  }, [data, options])
  useEffect(() => {
    const at = place.current
    if (!at) return
    const draw = (): void => {
      chart.current?.destroy()
      const { data: now, options: of } = shown.current
      chart.current = new uPlot({ ...of(at), width: at.clientWidth, height: heightPx }, now, at)
    }
    draw()
    const size = new ResizeObserver(() => chart.current?.setSize({ width: at.clientWidth, height: heightPx }))
    size.observe(at)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    dark.addEventListener('change', draw)
    return () => {
      dark.removeEventListener('change', draw)
      size.disconnect()
      chart.current?.destroy()
      chart.current = null
    }
  }, [look, heightPx])
  return <div ref={place} className={className} role="img" aria-label={label} />
}

/** Reads the tokens of the theme at a place: colours, and the look of an axis. */
export function plotLook(at: HTMLElement) {
  const tokens = getComputedStyle(at)
  const token = (name: string): string => tokens.getPropertyValue(name).trim()
  const font = `11px ${token('--font') || 'sans-serif'}`
  return { token, font, axis: { stroke: token('--text-2'), font, ticks: { show: false }, border: { show: false } } }
}
