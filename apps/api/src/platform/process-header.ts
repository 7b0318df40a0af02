/** The header that names the answering process of several that share a port, as `<worker>-<process id>`; in the sandbox only. */
export const processHeader = 'x-nare-process'
