/** What the starter knows of the operations of @system@. @legend@ */
export const TABLE = `
@row@
`;
