/** Country, name and rank of each division code. */
export const divisions: Readonly<
  Record<string, { readonly category: string; readonly name: string; readonly rank: number }>
> = {
  E0: { category: 'England', name: 'Premier League', rank: 1 },
  E1: { category: 'England', name: 'Championship', rank: 12 },
  E2: { category: 'England', name: 'League One', rank: 30 },
  E3: { category: 'England', name: 'League Two', rank: 31 },
  EC: { category: 'England', name: 'National League', rank: 40 },
  SC0: { category: 'Scotland', name: 'Premiership', rank: 20 },
  SC1: { category: 'Scotland', name: 'Championship', rank: 35 },
  SC2: { category: 'Scotland', name: 'League One', rank: 36 },
  SC3: { category: 'Scotland', name: 'League Two', rank: 37 },
  D1: { category: 'Germany', name: 'Bundesliga', rank: 4 },
  D2: { category: 'Germany', name: '2. Bundesliga', rank: 16 },
  I1: { category: 'Italy', name: 'Serie A', rank: 3 },
  I2: { category: 'Italy', name: 'Serie B', rank: 17 },
  SP1: { category: 'Spain', name: 'La Liga', rank: 2 },
  SP2: { category: 'Spain', name: 'Segunda División', rank: 18 },
  F1: { category: 'France', name: 'Ligue 1', rank: 5 },
  F2: { category: 'France', name: 'Ligue 2', rank: 19 },
  N1: { category: 'Netherlands', name: 'Eredivisie', rank: 6 },
  B1: { category: 'Belgium', name: 'Pro League', rank: 8 },
  P1: { category: 'Portugal', name: 'Primeira Liga', rank: 7 },
  T1: { category: 'Turkey', name: 'Süper Lig', rank: 9 },
  G1: { category: 'Greece', name: 'Super League', rank: 10 },
}
