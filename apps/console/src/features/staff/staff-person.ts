import type { operatorStaff } from '@nare/contract/operator-staff'
import type { Answer } from '@nare/contract/route'

/** A person of the house as the list has it. */
export type StaffPerson = Answer<typeof operatorStaff.staff>['data'][number]

/** Whether this person and the receiver of the link still count as one. */
export const isUnvouched = ({ link_to, vouched_by }: StaffPerson): boolean => link_to !== null && vouched_by === null
