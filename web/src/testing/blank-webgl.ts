/**
 * Replaces WebGL by a context without drawing. The processor draws WebGL in tests, which takes longer than the rest
 * of a page. A map stays real except for the pixels of its canvas.
 *
 * The function stands alone, because the end-to-end stories send its source to their pages.
 */
export function blankWebGl(): void {
  /** The answers of a context that MapLibre depends on. Every other call answers null. */
  const answers: Record<string, (context: WebGL2RenderingContext, ...asked: unknown[]) => unknown> = {
    getParameter: () => 4_096,
    getShaderParameter: () => true,
    getProgramParameter: (context, _program, name) => (name === context.ACTIVE_ATTRIBUTES ? 0 : true),
    getAttribLocation: () => -1,
    getUniformBlockIndex: (context) => context.INVALID_INDEX,
    isContextLost: () => false,
  };

  const blankContext = (canvas: HTMLCanvasElement): WebGL2RenderingContext => {
    const real = WebGL2RenderingContext.prototype;
    const context = Object.create(real) as WebGL2RenderingContext;
    const define = (name: string, value: unknown) => Object.defineProperty(context, name, { value });
    for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(real))) {
      if (typeof value !== 'function') continue;
      const answer = answers[name] ?? (name.startsWith('create') ? () => ({}) : () => null);
      define(name, (...asked: unknown[]) => answer(context, ...asked));
    }
    return Object.defineProperties(context, {
      canvas: { value: canvas },
      drawingBufferWidth: { get: () => canvas.width },
      drawingBufferHeight: { get: () => canvas.height },
    });
  };

  const { prototype } = HTMLCanvasElement;
  const getContext = prototype.getContext as (this: HTMLCanvasElement, kind: string, options?: unknown) => unknown;
  const getContextOrBlank: typeof getContext = function (kind, options) {
    return kind === 'webgl2' ? blankContext(this) : getContext.call(this, kind, options);
  };
  Object.assign(prototype, { getContext: getContextOrBlank });
}
