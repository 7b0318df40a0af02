import { useLite } from '../../preferences/use-lite.ts'
import style from './match-list.module.css'
import sprite from './flags.svg?url&no-inline'

/** A country's flag as a disc of 20 px, from a sprite with one symbol per country; in Lite, and without a symbol, a plain disc. */
export function Flag({ category }: { category: string }) {
  const lite = useLite()
  const name = category.toLowerCase().replaceAll(' ', '-')
  return (
    <svg className={style.flag} width={20} height={20} aria-hidden="true">
      {!lite && <use href={`${sprite}#${name}`} />}
    </svg>
  )
}
