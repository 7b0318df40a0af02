import { i18n } from '@lingui/core'
import { expect, test } from 'vitest'
import { keyName } from './key-name.ts'

test('the name of a pick breaks after a slash, not inside the name of a team', () => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
  const teams = { home_team: 'Tusker', away_team: 'Gor Mahia' }
  const both = keyName({ odd_key: 'home_team/away_team', display: '1/2' }, teams)
  expect(both.split('\u200b')).toEqual(['Tusker/', 'Gor Mahia'])
  expect(keyName({ odd_key: 'over 2.5', display: 'Over 2.5' }, teams)).toBe('Over 2.5')
})
