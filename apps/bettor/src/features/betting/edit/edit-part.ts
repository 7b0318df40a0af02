/** What is loaded when a bet is edited. */
export { beginEdit } from './begin-edit.ts'
export { EditSlip } from './edit-slip.tsx'
