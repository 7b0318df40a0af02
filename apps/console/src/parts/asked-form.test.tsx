import { QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { meRead, type Me } from '../wire/me.ts'
import { queries } from '../wire/use-read.ts'
import { AskedForm } from './asked-form.tsx'

const markupFor = (permissions: Me['person']['permissions'], may?: boolean): string => {
  queries.setQueryData(meRead.queryKey, { person: { name: 'chebet', roles: [], permissions } } as unknown as Me)
  return renderToStaticMarkup(
    <QueryClientProvider client={queries}>
      <AskedForm action="Assign" {...(may !== undefined && { may })}>
        <form>its fields</form>
      </AskedForm>
    </QueryClientProvider>,
  )
}

test('a chosen row has the button of its form, which takes no focus before, and only for people who may', () => {
  expect(markupFor(['payments.decide'])).toMatch(/^<div[^>]*><button[^>]*>Assign <kbd>A<\/kbd><\/button><\/div>$/)
  expect(markupFor(['payments.read'])).toBe('')
  expect([markupFor(['payments.decide'], false), markupFor([], true).includes('Assign')]).toEqual(['', true])
})
