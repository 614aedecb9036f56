/* What the starter knows of the operations of @system@. @legend@ */
static const char table[] =
    "@row@\n"
    ;
