import { banned, type Rule } from './rule.ts'

const words =
  /\b(?:KES|TZS|KSh|TSh|KRA)\b|\bAfrica\/[A-Z]\w+|\b(?:Kenya|Tanzania)\w*|\b(?:Nairobi|Dar es Salaam)\b|(?<![\d.])\+?25[45](?=\[|\(|\\d|[17]\d{8}|['"`])/g

/** What belongs to one country stands in its file, in `content/` or in the adapter of a provider that works there. */
export const countryRules: readonly Rule[] = [
  {
    name: 'a country is a file',
    reason:
      'Currency, time zone, phone numbers, authorities and names of a country come from apps/api/src/country, and reach the browser with the page and the settings. Exceptions: defaults until they arrive; adapters and twins of providers of one country; the simulated world, whose clubs play somewhere.',
    find: banned({
      where: /^(apps|packages)\/[^/]+\/src\/(?!country\/).*\.tsx?$/,
      except: [
        'packages/contract/src/numbers.ts',
        'packages/ui/src/format.ts',
        'apps/api/src/config-providers.ts',
        'apps/api/src/sandbox/payments/',
        'apps/api/src/modules/catalog/simulated/',
        'packages/league/src/clubs.ts',
      ],
      words,
    }),
    wrong: [
      ['apps/bettor/src/a.tsx', "const sign = currency ?? 'KES'"],
      ['apps/console/src/a.ts', "const zone = { timeZone: 'Africa/Nairobi' }"],
      ['apps/api/src/modules/sms/a.ts', 'const text = `Stake KSh 20`'],
      ['packages/contract/src/a.ts', 'const mobile = /^254[17]\\d{8}$/'],
      ['apps/api/src/sandbox/a.ts', "const demo = '254712345678'"],
    ],
    right: [
      ['apps/api/src/country/ke.ts', "export const ke = { currency: 'KES', timeZone: 'Africa/Nairobi' }"],
      ['apps/api/src/a.ts', '/** In Kenya it is KSh. */\nconst port = 2543'],
      ['packages/odds/src/normal.ts', 'const a = 0.254829592'],
    ],
  },
]
