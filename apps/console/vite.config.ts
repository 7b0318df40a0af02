import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { compressFiles } from '../../scripts/compress-files.mjs'

const api = process.env.API_URL ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [
    react(),
    {
      name: 'compress-files',
      apply: 'build',
      closeBundle: () => compressFiles(join(import.meta.dirname, 'dist')),
    },
  ],
  build: {
    outDir: 'dist',
    assetsDir: 'assets',
    // The security policy allows no data: address but those of images.
    assetsInlineLimit: 0,
    manifest: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    sourcemap: false,
  },
  server: { proxy: { '^/v1/': { target: api, ws: true } } },
})
