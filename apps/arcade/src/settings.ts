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
  readonly secrets: { readonly pragmatic: string; readonly smartsoft: string; readonly bgaming: string }
  /** How many times faster flights and the wheel are; 1 by default. */
  readonly speed?: number
}
