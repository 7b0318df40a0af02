const notes = [660, 880] as const
const noteS = 0.14
const loudness = 0.08

let context: AudioContext | undefined

/** Plays two short, quiet notes. A browser plays nothing before the first tap on the page. */
export function playGoal(): void {
  try {
    context ??= new AudioContext()
    void context.resume().then(() => context && play(context))
  } catch {
    // A device without sound shows only the notice.
  }
}

function play(at: AudioContext): void {
  for (const [n, hertz] of notes.entries()) {
    const from = at.currentTime + n * noteS
    const tone = new OscillatorNode(at, { frequency: hertz })
    const volume = new GainNode(at, { gain: loudness })
    volume.gain.setTargetAtTime(0, from + noteS / 2, noteS / 4)
    tone.connect(volume).connect(at.destination)
    tone.start(from)
    tone.stop(from + noteS)
  }
}
