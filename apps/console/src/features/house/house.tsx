import { Link, Outlet } from '@tanstack/react-router'
import { useMay } from '../../wire/me.ts'
import { pagesOfHouse } from './pages.ts'
import style from './house.module.css'

/** The pages of the House, by what the person may do. */
export function House() {
  const may = useMay()
  return (
    <>
      <nav className={style.pages} aria-label="House">
        {pagesOfHouse(may).map(({ to, name }) => (
          <Link key={to} to={to}>
            {name}
          </Link>
        ))}
      </nav>
      <Outlet />
    </>
  )
}
