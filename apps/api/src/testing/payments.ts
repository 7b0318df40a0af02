import type { TestApp } from './app.ts'

/** Lets the sandbox's payment providers reach the platform: it listens, and its callback addresses are registered. */
export async function startPayments({ app }: TestApp): Promise<void> {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  await app.payments.register()
}

/** Waits until neither the platform nor the providers work on a payment, after each has heard of the other. */
export async function settlePayments({ app }: TestApp): Promise<void> {
  for (let turns = 0; turns < 4; turns++) {
    await app.payments.tick()
    await app.payments.settled()
    await app.sandbox?.providers.quiet()
  }
}
