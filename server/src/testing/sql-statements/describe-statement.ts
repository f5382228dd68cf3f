// Asks PostgreSQL for the columns of a statement, without running the statement.
import type pg from 'pg';

export interface ColumnDescription {
  readonly name: string;
  readonly typeId: number;
}

/** The messages of PostgreSQL's extended protocol, which the driver's types leave out. */
interface Connection {
  parse(query: { text: string; name: string; types: number[] }): void;
  describe(message: { type: 'S'; name: string }): void;
  sync(): void;
}

/** @throws the database's error when the statement is wrong, such as for an unknown column */
export function describeStatement(client: pg.Client, text: string): Promise<ColumnDescription[]> {
  const { promise, resolve, reject } = Promise.withResolvers<ColumnDescription[]>();
  let columns: ColumnDescription[] = [];
  const query = {
    submit(connection: Connection) {
      connection.parse({ text, name: '', types: [] });
      connection.describe({ type: 'S', name: '' });
      connection.sync();
    },
    handleRowDescription({ fields }: { fields: pg.FieldDef[] }) {
      columns = fields.map(({ name, dataTypeID }) => ({ name, typeId: dataTypeID }));
    },
    handleError: reject,
    handleReadyForQuery: () => resolve(columns),
  };
  client.query(query as unknown as pg.Submittable);
  return promise;
}
