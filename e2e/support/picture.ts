import type { Page } from '@playwright/test'

/** A PNG of the given size, made in the browser. */
export async function picture(page: Page, width: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const text = await page.evaluate((side) => {
    const canvas = document.createElement('canvas')
    canvas.width = side
    canvas.height = side
    canvas.getContext('2d')?.fillRect(0, 0, side / 2, side)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  }, width)
  return { name: 'id.png', mimeType: 'image/png', buffer: Buffer.from(text, 'base64') }
}
