import type { operatorStaff } from '@nare/contract/operator-staff'
import type { Answer } from '@nare/contract/route'

/** A person of the house as the list has it. */
export type StaffPerson = Answer<typeof operatorStaff.staff>['data'][number]
