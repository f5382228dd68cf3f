import { createServer } from 'vite';

/** Loads a module of the pages and has it render HTML, as the build needs for what stands before any script runs. */
export async function renderAtBuild<Module, Result>(
  file: string,
  render: (module: Module) => Result | Promise<Result>,
): Promise<Result> {
  const server = await createServer({
    root: import.meta.dirname,
    configFile: false,
    logLevel: 'error',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: { middlewareMode: true, hmr: false, ws: false, watch: null },
  });
  const real = globalThis.BroadcastChannel;
  // An open channel would keep the build from ending.
  Object.assign(globalThis, { BroadcastChannel: EventTarget });
  try {
    return await render((await server.ssrLoadModule(file)) as Module);
  } finally {
    Object.assign(globalThis, { BroadcastChannel: real });
    await server.close();
  }
}
