<?php

/**
 * The port @name@: maps each operation of the port protocol to a function of your container.
 *
 * Fill in the blank. Remove the // from the operations that your container has; the port says that it lacks the others.
 */

declare(strict_types=1);

require_once __DIR__ . '/starter.php';
require_once __DIR__ . '/table.php';
// BLANK: require your container.

/** A fresh container@choices@. */
$open = fn (array $choices) => new stdClass(); // BLANK

$functions = [
    // Elements are numbers. For a refusal, throw new Starter\Refused('...'), without the exclamation mark.
    // '@operation@' => fn ($container@arguments@) => null, // @sentence@
];

// @@ options
// If your container has only some of the choices, declare these in the fields, such as
// @option@.
// @@
Starter\serve('@fields@', TABLE, $open, $functions);
