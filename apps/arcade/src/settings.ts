/** The settings of the process, passed as one line of JSON. */
export type Settings = {
  readonly host: string
  readonly port: number
  /** The address of the platform, whose wallet is called. */
  readonly platform: string
  /** The origins that may show the games in a frame. */
  readonly sites: readonly string[]
  /** The key of the signatures of launch addresses, in hexadecimal digits. */
  readonly key: string
  readonly currency: string
  /** How amounts are shown: the sign before them, and the digits after the point. */
  readonly amounts: { readonly sign: string; readonly digits: 0 | 2 }
  /** How many units of the currency buy what a shilling of the smallest tables buys: stakes and play money are multiplied by it. */
  readonly scale: number
  readonly secrets: { readonly pragmatic: string; readonly smartsoft: string; readonly bgaming: string }
  /** How many times faster flights and the wheel are; 1 by default. */
  readonly speed?: number
}
