/** The header that names the process which answers, in the sandbox, where several share a port: `<worker>-<process id>`. */
export const processHeader = 'x-nare-process'
