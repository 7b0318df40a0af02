import cluster from 'node:cluster'
import { busInMemory, type Bus } from './bus.ts'
import { busName, busOverIpc } from './bus-ipc.ts'
import { ipcChannel } from './ipc-channel.ts'

/** The bus of this process: to the primary's hub for a worker, otherwise that of the only process. */
export function openBus(): Bus {
  if (cluster.isWorker) return busOverIpc(ipcChannel(process, busName))
  return busInMemory()
}
