import { Link, Outlet } from '@tanstack/react-router'
import { Chips } from '../../parts/controls.tsx'
import { useMay } from '../../wire/me.ts'
import { pagesOfProducts } from './pages.ts'

/** The rooms of the products, by what the person may do. */
export function Products() {
  const may = useMay()
  return (
    <>
      <Chips label="Products" isLine>
        {pagesOfProducts(may).map(({ to, name }) => (
          <Link key={to} to={to}>
            {name}
          </Link>
        ))}
      </Chips>
      <Outlet />
    </>
  )
}
