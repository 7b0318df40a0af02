/** The casino's screens in one chunk: small parts that are met together weigh less than apart. */
export { Casino } from './casino.tsx'
export { Gameplay } from './gameplay.tsx'
export { SmartSoft } from './smart-soft.tsx'
