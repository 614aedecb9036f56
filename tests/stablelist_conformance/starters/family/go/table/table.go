// Package table has what the starter knows of the operations of @system@. @legend@
package table

// Rows are those of the operations.
const Rows = `
@row@
`
