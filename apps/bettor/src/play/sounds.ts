import { useSyncExternalStore } from 'react'
import { stored } from '../state/browser.ts'

/** What a game can be heard doing: a bet is sent, something moves on by a step, the round has stopped. */
export type Sound = 'press' | 'step' | 'stop'

const keptMs = 3.2e11
const key = 'game-sounds'
let isOn = stored.read(key) === true
const listeners = new Set<() => void>()

const tones: Readonly<Record<Sound, { from: number; to: number; seconds: number }>> = {
  press: { from: 300, to: 220, seconds: 0.06 },
  step: { from: 560, to: 520, seconds: 0.05 },
  stop: { from: 200, to: 130, seconds: 0.16 },
}

let context: AudioContext | undefined

/** Plays a short synthesised sound, if the bettor has switched sounds on. The same sound follows a win and a loss. */
export function playSound(sound: Sound): void {
  if (!isOn || typeof AudioContext === 'undefined') return
  context ??= new AudioContext()
  void context.resume()
  const { from, to, seconds } = tones[sound]
  const [at, tone, volume] = [context.currentTime, context.createOscillator(), context.createGain()]
  tone.type = 'triangle'
  tone.frequency.setValueAtTime(from, at)
  tone.frequency.exponentialRampToValueAtTime(to, at + seconds)
  volume.gain.setValueAtTime(0.12, at)
  volume.gain.exponentialRampToValueAtTime(0.001, at + seconds)
  tone.connect(volume).connect(context.destination)
  tone.start(at)
  tone.stop(at + seconds)
}

/** Whether sounds are on in this browser, and a function that switches them. Off at first. */
export function useSounds(): [isOn: boolean, toggle: () => void] {
  const on = useSyncExternalStore(
    (changed) => {
      listeners.add(changed)
      return () => void listeners.delete(changed)
    },
    () => isOn,
  )
  return [on, toggle]
}

function toggle(): void {
  isOn = !isOn
  if (isOn) stored.write(key, true, keptMs)
  else stored.remove(key)
  for (const changed of listeners) changed()
  playSound('press')
}
