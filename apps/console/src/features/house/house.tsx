import { Link, Outlet } from '@tanstack/react-router'
import { PageGroup, PageTabs } from '../../parts/page-tabs.tsx'
import { useMay } from '../../wire/me.ts'
import { pagesOfHouse } from './pages.ts'

/** The pages of the House, by what the person may do. */
export function House() {
  const may = useMay()
  return (
    <>
      <PageTabs label="House">
        {pagesOfHouse(may).map(({ name: group, pages }) => (
          <PageGroup key={group} name={group}>
            {pages.map(({ to, name }) => (
              <Link key={to} to={to}>
                {name}
              </Link>
            ))}
          </PageGroup>
        ))}
      </PageTabs>
      <Outlet />
    </>
  )
}
