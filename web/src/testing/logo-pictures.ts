/** The only logo whose picture loads in a test. All other logos fail like a lost picture. */
export const workingLogoId = '0b7d6f0a-8a3e-4f4b-9a53-0a64a3f3b001';

const lighthouse = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60"><rect width="60" height="60" fill="#16324f"/><path d="M27 20h6l3 24H24z" fill="#fff"/><path d="M26 14h8v6h-8zM8 12l16 4v2zM52 12l-16 4v2z" fill="#f5b955"/><path d="M8 48q5-4 11 0t11 0 11 0 11 0" fill="none" stroke="#5cc0d4" stroke-width="3"/></svg>`;

interface Answer {
  statusCode: number;
  setHeader: (name: string, value: string) => void;
  end: (text?: string) => void;
}

interface TestServer {
  middlewares: { use: (path: string, handler: (request: { url?: string }, answer: Answer) => void) => void };
}

/** The browser itself requests pictures, past the fake server. The tests' own server answers these requests. */
export const logoPictures = () => ({
  name: 'logo-pictures',
  configureServer: ({ middlewares }: TestServer): void => {
    middlewares.use('/api/company-logos', ({ url }, answer) => {
      answer.statusCode = url === `/${workingLogoId}` ? 200 : 404;
      answer.setHeader('content-type', 'image/svg+xml');
      answer.end(answer.statusCode === 200 ? lighthouse : '');
    });
  },
});
