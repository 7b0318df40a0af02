import { banners, type ShownBanner } from '@nare/contract/banners'
import { Link } from 'wouter'
import style from './banners.module.css'

export const houseBanners = banners.banners

/** A banner of the house with the line that the law wants at each advertisement. Its size is known before its picture loads. */
export function HouseBanner({ of: { title, body, picture, link, notice } }: { of: ShownBanner }) {
  return (
    <li className={style.house}>
      <Link href={link}>
        {picture === null ? (
          <span className={style.words}>
            <b>{title}</b>
            {body}
          </span>
        ) : (
          <img src={picture} alt={`${title} ${body}`} width={320} height={120} loading="lazy" decoding="async" />
        )}
        <small>{notice}</small>
      </Link>
    </li>
  )
}
