import type { Position, TeamFault } from '@nare/fantasy/team'

const names: Readonly<Record<Position, string>> = {
  GK: 'goalkeeper',
  DF: 'defenders',
  MF: 'midfielders',
  FW: 'forwards',
}

/** The sentence that tells the bettor why a team is refused. */
export function faultSentence(fault: TeamFault): string {
  if (fault.rule === 'size') return 'Choose 11 players and 4 for the bench'
  if (fault.rule === 'unknown_player') return 'A player of this team is not in the squads of this week'
  if (fault.rule === 'twice') return 'A player is in this team twice'
  if (fault.rule === 'formation') {
    const { position, least, most } = fault
    return `Your eleven needs ${least === most ? least : `${least} to ${most}`} ${names[position]}`
  }
  if (fault.rule === 'club') return `Choose at most 3 players of ${fault.club}`
  if (fault.rule === 'budget') return `This team costs ${fault.halves / 2}. You have ${fault.most / 2}`
  return 'Choose your captain among the eleven'
}
