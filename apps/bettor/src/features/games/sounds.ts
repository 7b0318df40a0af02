export { playSound, useSounds, type Sound } from '../../play/sounds.ts'
