import { driveMatch } from './support/api.ts'
import { isWide, newMatch } from './support/slip.ts'
import { expect, expectNoSidewaysScroll, test } from './support/test.ts'

const league = 'FKF Premier League'

test(
  'following a league with its star puts it first in Sports A-Z and among the favourites on wide screens',
  { tag: '@desktop-long' },
  async ({ page, request }) => {
    await newMatch(request)
    await page.goto('/competition')
    const star = page.getByRole('button', { name: `Follow ${league}` })
    await expect(star).toHaveAttribute('aria-pressed', 'false')
    const box = await star.boundingBox()
    expect([box?.width, box?.height]).toEqual([44, 44])
    await star.click()
    await expect(
      page.getByRole('main').getByRole('heading', { level: 2 }).filter({ hasText: 'Followed' }),
    ).toBeVisible()
    await page.reload()
    const first = page.getByRole('main').getByRole('heading', { level: 2 }).first()
    await expect(first).toHaveText('Followed')
    await expectNoSidewaysScroll(page)
    if (isWide(page)) {
      const favourites = page.getByRole('navigation', { name: 'Sports and leagues' })
      await expect(favourites.getByRole('heading', { name: 'Followed' })).toBeVisible()
      await favourites.getByRole('link', { name: league, exact: true }).first().click()
      await expect(page).toHaveURL(/\/competition\//)
      await expect(page.getByRole('button', { name: `Follow ${league}` }).first()).toHaveAttribute(
        'aria-pressed',
        'true',
      )
    } else {
      await page
        .getByRole('button', { name: `Follow ${league}` })
        .first()
        .click()
      await expect(
        page.getByRole('main').getByRole('heading', { level: 2 }).filter({ hasText: 'Followed' }),
      ).toHaveCount(0)
    }
  },
)

test(
  'the live page can be limited to matches of followed teams and leagues',
  { tag: '@long' },
  async ({ page, request }) => {
    const followed = await newMatch(request, { competition_name: 'League One', category: 'Uganda' })
    const other = await newMatch(request, { competition_name: 'League Two', category: 'Tanzania' })
    for (const { id } of [followed, other]) await driveMatch(request, id, { state: 'live', minute: 5, score: '0:0' })
    await page.goto(`/match/${followed.id}`)
    await page.getByRole('button', { name: `Follow ${followed.home}` }).click()
    await page.goto('/?when=live')
    await expect(page.getByText(other.home)).toBeAttached()
    await page.getByRole('button', { name: 'Only followed: 1' }).click()
    await expect(page).toHaveURL(/only=followed/)
    await expect(page.getByText(followed.home)).toBeVisible()
    await expect(page.getByText(other.home)).toHaveCount(0)
    await page.goto(`/match/${followed.id}`)
    await page.getByRole('button', { name: `Follow ${followed.home}` }).click()
    await page.goto('/?when=live&only=followed')
    await expect(page.getByText('No match you follow is live now.')).toBeVisible()
  },
)

test(
  'a league that is unfollowed in the limited live list stays until the list is next opened',
  { tag: '@long' },
  async ({ page, request }) => {
    const match = await newMatch(request, { competition_name: 'League Ten', category: 'Uganda' })
    await driveMatch(request, match.id, { state: 'live', minute: 5, score: '0:0' })
    await page.goto('/?when=live')
    const star = page.getByRole('button', { name: 'Follow League Ten' })
    await star.click()
    const onlyFollowed = page.getByRole('button', { name: /^Only followed/ })
    await onlyFollowed.click()
    await expect(page).toHaveURL(/only=followed/)
    await expect(page.getByText(match.home)).toBeVisible()
    await star.click()
    await expect(star).toHaveAttribute('aria-pressed', 'false')
    await expect(page.getByText(match.home)).toBeVisible()
    await page.reload()
    await expect(page.getByText('No match you follow is live now.')).toBeVisible()
  },
)

test(
  'followed matches come first on the live page if the bettor has chosen this, and tapping a star moves nothing',
  { tag: '@long' },
  async ({ page, request }) => {
    const other = await newMatch(request, { competition_name: 'Premier League', category: 'England' })
    const followed = await newMatch(request, { competition_name: 'League Nine', category: 'Uganda' })
    for (const { id } of [followed, other]) await driveMatch(request, id, { state: 'live', minute: 5, score: '0:0' })
    await page.goto(`/match/${followed.id}`)
    await page.getByRole('button', { name: `Follow ${followed.home}` }).click()
    const first = page.getByRole('main').getByRole('heading', { level: 2 }).first()
    await page.goto('/?when=live')
    await expect(page.getByRole('button', { name: 'Only followed: 1' })).toBeVisible()
    await expect(first).not.toHaveText('Followed')
    await page.getByRole('button', { name: 'Menu' }).click()
    await page.getByLabel('Show followed matches first in Live').check()
    await page.goto('/?when=live')
    await expect(first).toHaveText('Followed')
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(followed.home)
    await page.getByRole('button', { name: 'Follow Premier League' }).first().click()
    await expect(page.getByRole('button', { name: /^Only followed: ([2-9]|\d\d)/ })).toBeVisible()
    await expect(page.getByRole('main').getByRole('listitem').first()).toContainText(followed.home)
  },
)

test(
  'followed markets have their own tab on every match of the sport, and the star works by keyboard',
  { tag: ['@desktop', '@long'] },
  async ({ page, request }) => {
    const [one, another] = [await newMatch(request), await newMatch(request)]
    await page.goto(`/match/${one.id}`)
    await expect(page.getByRole('button', { name: 'My markets' })).toHaveCount(0)
    const star = page.getByRole('button', { name: 'Follow 1X2', exact: true })
    await star.focus()
    await page.keyboard.press('Space')
    await expect(star).toHaveAttribute('aria-pressed', 'true')
    await page.goto(`/match/${another.id}`)
    await page.getByRole('button', { name: 'My markets' }).click()
    await expect(page.getByRole('group', { name: '1X2', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Follow Double chance', exact: true })).toHaveCount(0)
  },
)

test(
  'a star keeps the keyboard focus although the followed item moves to the top',
  { tag: ['@desktop', '@long'] },
  async ({ page, request }) => {
    await newMatch(request)
    await page.goto('/competition')
    const star = page.getByRole('button', { name: `Follow ${league}` }).last()
    await star.focus()
    await page.keyboard.press('Space')
    await expect(
      page.getByRole('main').getByRole('heading', { level: 2 }).filter({ hasText: 'Followed' }),
    ).toBeVisible()
    await expect(star).toBeFocused()
    await page.keyboard.press('Space')
    await expect(page.getByRole('main').getByRole('heading', { level: 2 }).filter({ hasText: 'Followed' })).toHaveCount(
      0,
    )
    await expect(star).toBeFocused()
  },
)
