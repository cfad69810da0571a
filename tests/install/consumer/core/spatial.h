// A header of the program with the same path as one of Slipstick's.
#error "Slipstick's headers include this file instead of their own core/spatial.h"
