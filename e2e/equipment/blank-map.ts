/** The file uses types of the browser, which are unknown in this folder, so its types stay outside. */
const FILE = '../../web/src/testing/blank-webgl.ts';

/**
 * A page script after which maps draw no pixels. The processor draws WebGL here, which takes longer than the rest of a
 * page. The map stays real otherwise: its style, tiles, markers and events.
 */
export const { blankWebGl } = (await import(FILE)) as { blankWebGl: () => void };
