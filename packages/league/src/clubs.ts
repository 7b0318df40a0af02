/** A fictional club and its colours. */
export type Club = { readonly name: string; readonly shirt: string; readonly trim: string }

export type LeagueCompetition = {
  readonly competitionId: string
  readonly name: string
  readonly clubs: readonly Club[]
}

const shirts = '#c8102e #0b6e4f #123c7a #f2b705 #5b2a86 #111827 #e4572e #0e7c86 #7a1f3d #2f6f2f'.split(' ')
const trims = '#ffffff #111827 #f2b705 #ffffff #cfe8ff'.split(' ')

/** Assigns colours by index: neighbours have different shirts, and clubs with the same shirt have different trims. */
function clubs(names: string): Club[] {
  return names.split(', ').map((name, at) => ({
    name,
    shirt: shirts[at % shirts.length] ?? '',
    trim: trims[Math.floor(at / shirts.length + at) % trims.length] ?? '',
  }))
}

/** The four competitions by their ids, 1 to 4: two of 20 teams and two of 18. No club exists in reality. */
export const competitions: readonly LeagueCompetition[] = [
  {
    competitionId: '1',
    name: 'Rift Valley League',
    clubs: clubs(
      'Naivasha Hippos, Nakuru Flamingo, Eldoret Striders, Kericho Leaf, Narok Shields, Kitale Millers, Iten Runners, Bomet Bells, Kapsabet Peaks, Njoro Harvest, Molo Mist, Gilgil Cranes, Maralal Spears, Lodwar Sands, Kabarnet Crest, Eldama Springs, Turbo Steam, Marigat Baobab, Kajiado Plains, Ngong Windmills',
    ),
  },
  {
    competitionId: '2',
    name: 'Nare League',
    clubs: clubs(
      'Mombasa Mariners, Kisumu Herons, Nairobi Skyline, Thika Falls, Machakos Granite, Malindi Coral, Lamu Dhows, Nyeri Snowcaps, Meru Foothills, Embu Terraces, Kakamega Canopy, Bungoma Drums, Kisii Soapstone, Garissa Camels, Isiolo Arrows, Voi Elephants, Busia Gateway, Migori Gold, Nanyuki Equator, Wajir Oasis',
    ),
  },
  {
    competitionId: '3',
    name: 'Continental League',
    clubs: clubs(
      'Kilima Summit, Zambezi Thunder, Serengeti Migration, Volta Current, Sahel Caravan, Okavango Otters, Atlas Ramparts, Limpopo Fever, Blue Nile Weavers, Kalahari Meerkats, Niger Bend, Table Cape Gales, Ruwenzori Moon, Gold Shore Anchors, Casamance Palms, Congo Basin Drums, Namib Dunes, Tana Delta Storks',
    ),
  },
  {
    competitionId: '4',
    name: 'Islands League',
    clubs: clubs(
      'Pemba Cloves, Mafia Whalers, Kilwa Ruins, Manda Mangrove, Pate Lanterns, Wasini Dolphins, Rusinga Kites, Mfangano Paintings, Comoro Ylang, Mayotte Lagoon, Rodrigues Reef, Praslin Palms, Aldabra Shells, Bazaruto Pearls, Mozambique Fort, Ukerewe Nets, Ssese Ferries, Gorée Sunset',
    ),
  },
]
