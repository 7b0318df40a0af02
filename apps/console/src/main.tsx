import './wire/country.ts'
import { mount } from './app.tsx'

const root = document.getElementById('root')
if (root) mount(root)
