import { Link, Outlet } from '@tanstack/react-router'
import { Chips } from '../../parts/controls.tsx'

/** The room of protection: markers of harm, conversations, the register of excluded persons. */
export function Protection() {
  return (
    <>
      <Chips label="Protection" isLine>
        <Link to="/house/protection/markers">Markers</Link>
        <Link to="/house/protection/contacts">Contacts</Link>
        <Link to="/house/protection/register">Register</Link>
      </Chips>
      <Outlet />
    </>
  )
}
