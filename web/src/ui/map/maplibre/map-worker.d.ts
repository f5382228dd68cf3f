/** The map library describes no types of its worker. */
declare module 'maplibre-gl/dist/maplibre-gl-worker.mjs' {
  export default class MapWorker {}
}
