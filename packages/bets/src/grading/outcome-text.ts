type Picked = {
  readonly odd_key: string
  readonly display: string
  readonly home_team: string
  readonly away_team: string
}

/** An outcome as people of the house read it: the team in place of 1 and 2, "Draw" in place of X, else as the market shows it. */
export function outcomeText({ odd_key, display, home_team, away_team }: Picked): string {
  if (odd_key === 'home_team') return home_team || display
  if (odd_key === 'away_team') return away_team || display
  return odd_key === 'draw' ? 'Draw' : display
}
